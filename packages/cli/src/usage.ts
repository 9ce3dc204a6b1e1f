/** The commands, in the order of the help. */
export const COMMANDS = ["preview", "diff", "explain", "doctor", "help"] as const;

/** Text of `sonar --help`. */
export const USAGE = `sonar: previews and explains Sonar deployments, without a cluster, credentials or the Pulumi CLI; and looks at running ones

  sonar preview DIR            what the Pulumi program in DIR would create, for how many GPUs and at what price
  sonar diff OLD [DIR]         what an update would do to serving: OLD is a stack's export, for the program in DIR, or Pulumi's preview as JSON
  sonar explain DIR [PATH]     why a derived value is what it is; without PATH, all values
  sonar doctor SERVICE         looks into the pods of engines that span nodes, through kubectl: GPUs, network, clocks, and what must be alike

Preview and diff end with 1 for what cannot be planned or read, and with 2 for what a mandatory rule refuses; doctor with 1 where a check fails.

Options
  --stack NAME                 take Pulumi.NAME.yaml; else dev, or the only stack
  --config KEY=VALUE           set a value in place of the stack's, also inside one: model.maxLength=1024
  --timeout SECONDS            end a program that has not settled by then; else 60; doctor: for each look into a pod, else 150
  --json                       preview, diff, doctor: one JSON object, for programs
  --out FOLDER                 preview: also write the Kubernetes manifests, one file each, for kubectl apply -f FOLDER
  --policy-config FILE         preview, diff: level and settings of the policy pack's rules; else policy-config.json beside Pulumi.yaml
  --namespace, -n NAME         doctor: of the service's pods; else kubectl's own
  --context NAME               doctor: of the cluster; else kubectl's own
  --help, --version
`;
