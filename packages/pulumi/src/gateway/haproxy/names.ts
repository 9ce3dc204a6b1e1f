/** The backend's name, as metrics and logs show it. */
export const enginesName = "engines";
