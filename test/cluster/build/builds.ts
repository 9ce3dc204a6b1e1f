/** One Go module of this folder and the programs built from it. */
export interface Build {
  /** Folder with go.mod and go.sum. */
  module: string;
  /** Package of each program, by file name. */
  programs: Record<string, string>;
  /** Variables set by the linker. */
  variables?: Record<string, string>;
  /** Files of the folder that are taken from another module in the module cache. */
  overlay?: { module: string; files: Record<string, string> };
  /** What a build from nothing takes on two cores, for the person who waits. */
  minutes: number;
}

const kubernetes = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `k8s.io/kubernetes/cmd/${name}`]));

/** Everything that is built, shortest first. Versions stand in each go.mod; those that a program must tell about itself, here. */
export const builds: Build[] = [
  {
    module: "kube-router",
    programs: { "kube-router": "github.com/cloudnativelabs/kube-router/v2/cmd/kube-router" },
    minutes: 2,
  },
  { module: "coredns", programs: { coredns: "github.com/coredns/coredns" }, minutes: 3 },
  {
    module: "pulumi",
    programs: { pulumi: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi" },
    // without a version the Automation API refuses the program
    variables: { "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version": "v3.274.1" },
    minutes: 5,
  },
  {
    module: "provider",
    programs: { "pulumi-resource-kubernetes": "." },
    overlay: {
      module: "github.com/pulumi/pulumi-kubernetes/provider/v4",
      files: {
        "schema.json": "cmd/pulumi-resource-kubernetes/schema.json",
        "terraform-mapping.json": "cmd/pulumi-resource-kubernetes/terraform-mapping.json",
      },
    },
    minutes: 9,
  },
  {
    module: "kubernetes",
    programs: kubernetes(["kube-apiserver", "kubelet", "kube-controller-manager", "kube-scheduler", "kube-proxy"]),
    // without them clients cannot parse the server's version
    variables: {
      "k8s.io/component-base/version.gitVersion": "v1.36.3",
      "k8s.io/component-base/version.gitMajor": "1",
      "k8s.io/component-base/version.gitMinor": "36",
    },
    minutes: 12,
  },
];
