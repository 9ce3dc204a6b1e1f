/** TLS 1.3 and 1.2 with forward secrecy; what AWS and the controller take on their own is older. */
export const defaultSslPolicy = "ELBSecurityPolicy-TLS13-1-2-Res-2021-06";
