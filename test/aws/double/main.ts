import { Server, ServerCredentials } from "@grpc/grpc-js";
import service from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Sidecar } from "../sidecar/client";
import { AwsDouble } from "./provider";
import { handlers } from "./server";

// `pulumi-resource-aws` for tests: the CLI starts it for each operation, reads the port from its first line, and it asks the sidecar, which
// outlives it.
const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(
  service.ResourceProviderService,
  handlers(new AwsDouble(Sidecar.fromEnvironment())) as service.IResourceProviderServer,
);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});
