/** Runs a program's body; an error is one message and exit status 1. */
export function main(body: () => Promise<void>): void {
  body().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
