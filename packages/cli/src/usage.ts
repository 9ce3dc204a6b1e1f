/** The commands, in the order of the help. */
export const COMMANDS = ["preview", "explain", "help"] as const;

/** Text of `sonar --help`. */
export const USAGE = `sonar: previews and explains Sonar deployments, without a cluster, credentials or the Pulumi CLI

  sonar preview DIR            what the Pulumi program in DIR would create, for how many GPUs and at what price
  sonar explain DIR [PATH]     why a derived value is what it is; without PATH, all values

Options
  --stack NAME                 take Pulumi.NAME.yaml; else dev, or the only stack
  --config KEY=VALUE           set a value in place of the stack's, also inside one: model.maxLength=1024
  --timeout SECONDS            end a program that has not settled by then; else 60
  --json                       preview: one JSON object, for programs
  --out FOLDER                 preview: also write the Kubernetes manifests, one file each, for kubectl apply -f FOLDER
  --help, --version
`;
