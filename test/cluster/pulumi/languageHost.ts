import { spawn } from "node:child_process";
import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import service from "@pulumi/pulumi/proto/language_grpc_pb";
import messages from "@pulumi/pulumi/proto/language_pb";
import plugins from "@pulumi/pulumi/proto/plugin_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

// `pulumi-language-nodejs` for tests: users get theirs with their CLI, but a CLI built from its module has none. The CLI starts this
// program, reads the port from its first line, and asks it to run the stack's program or a policy pack with Node.

/** Exit status with which the runner says that it has told the user what is wrong. */
const alreadyReported = 32;

/** The engine's address is the last argument. */
const engine = process.argv.at(-1) as string;

type Handlers = Partial<service.ILanguageRuntimeServer>;

const handlers: Handlers = {
  getPluginInfo: (_, answer) => {
    const info = new plugins.PluginInfo();
    info.setVersion("3.0.0");
    answer(null, info);
  },
  // the providers are on the PATH
  getRequiredPlugins: (_, answer) => answer(null, new messages.GetRequiredPluginsResponse()),
  getRequiredPackages: (_, answer) => answer(null, new messages.GetRequiredPackagesResponse()),
  getProgramDependencies: (_, answer) => answer(null, new messages.GetProgramDependenciesResponse()),
  about: (_, answer) => answer(null, new messages.AboutResponse()),
  runtimeOptionsPrompts: (_, answer) => answer(null, new messages.RuntimeOptionsResponse()),
  // node_modules are there
  installDependencies: (call) => call.end(),
  cancel: (_, answer) => answer(null, new Empty()),

  run: ({ request }, answer) => {
    const info = request.getInfo();
    const root = info?.getRootDirectory() ?? request.getPwd();
    const program = info?.getProgramDirectory() ?? request.getPwd();
    const flags = {
      organization: request.getOrganization(),
      project: request.getProject(),
      stack: request.getStack(),
      "root-directory": root,
      pwd: request.getPwd(),
      monitor: request.getMonitorAddress(),
      engine,
      parallel: String(request.getParallel()),
    };
    const child = spawn(
      process.execPath,
      [
        require.resolve("@pulumi/pulumi/cmd/run", { paths: [program] }),
        ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
        ...(request.getDryrun() ? ["--dry-run"] : []),
        info?.getEntryPoint() || ".",
        ...request.getArgsList(),
      ],
      {
        cwd: program,
        // the CLI shows its plugins' standard error; standard output is for the port
        stdio: ["ignore", 2, 2],
        env: {
          ...process.env,
          PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().getEntryList())),
          PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
          PULUMI_NODEJS_TYPESCRIPT: "true",
        },
      },
    );
    child.on("error", (error) => answer({ code: status.INTERNAL, message: error.message }));
    child.on("close", (code, signal) => {
      const response = new messages.RunResponse();
      if (code === alreadyReported) response.setBail(true);
      else if (code !== 0) response.setError(`the program ended with ${signal ?? `status ${code}`}`);
      answer(null, response);
    });
  },

  runPlugin: (call) => {
    const { request } = call;
    if (request.getKind() !== "analyzer") {
      call.emit("error", {
        code: status.UNIMPLEMENTED,
        message: `plugins of kind "${request.getKind()}" are not run here`,
      });
      return;
    }
    const pack = request.getInfo()?.getProgramDirectory() ?? request.getPwd();
    const child = spawn(
      process.execPath,
      [require.resolve("@pulumi/pulumi/cmd/run-policy-pack", { paths: [pack] }), ...request.getArgsList(), pack],
      {
        cwd: pack,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...Object.fromEntries(request.getEnvList().map((entry) => entry.split(/=(.*)/s).slice(0, 2))),
          PULUMI_NODEJS_TYPESCRIPT: "true",
        },
      },
    );
    const send = (fill: (response: messages.RunPluginResponse) => void) => {
      const response = new messages.RunPluginResponse();
      fill(response);
      call.write(response);
    };
    child.stdout.on("data", (data) => send((response) => response.setStdout(data)));
    child.stderr.on("data", (data) => send((response) => response.setStderr(data)));
    child.on("close", (code) => {
      send((response) => response.setExitcode(code ?? 1));
      call.end();
    });
    call.on("cancelled", () => child.kill());
  },
};

const server = new Server();
server.addService(service.LanguageRuntimeService, handlers as service.ILanguageRuntimeServer);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});
