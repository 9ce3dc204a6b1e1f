// Command pulumi-resource-kubernetes is the Kubernetes provider, built from its module. The module's own main embeds generated files
// that are not part of the module; the two files named here are laid over this folder from the module cache by build.ts.
package main

import (
	_ "embed"

	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
)

//go:embed schema.json
var schema []byte

//go:embed terraform-mapping.json
var terraformMapping []byte

// version is that of the npm package @pulumi/kubernetes, set by the linker.
var version = "4.34.2"

func main() {
	provider.Serve("kubernetes", version, schema, terraformMapping)
}
