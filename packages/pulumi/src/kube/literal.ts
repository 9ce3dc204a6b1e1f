/** A word for a container's command or environment as it stands: Kubernetes replaces `$(NAME)`, and makes one `$` of two. */
export const literal = (text: string) => text.replaceAll("$", () => "$$");
