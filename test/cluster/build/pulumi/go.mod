module sonar-iac.test/cluster/pulumi

go 1.26

tool github.com/pulumi/pulumi/pkg/v3/cmd/pulumi

require github.com/pulumi/pulumi/pkg/v3 v3.274.1
