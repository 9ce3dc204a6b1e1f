import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["sonar-source"] },
  ssr: { resolve: { conditions: ["sonar-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts"],
    testTimeout: 20_000,
  },
});
