import { type Fields, kindOf, objectName, type ResourceView, sameNamespace } from "../../view";

/** Whether a resource leads what comes from outside to a Service: an Ingress, a route of the Gateway API, or one of Traefik. */
export function leadsTo(route: ResourceView, service: ResourceView): boolean {
  return backendsOf(route).some((backend) => {
    const isService = (backend.at("kind").text() ?? "Service") === "Service";
    if (!isService || backend.at("name").text() !== objectName(service)) return false;
    const [there, own] = [backend.at("namespace"), service.fields.at("metadata", "namespace")];
    if (!there.exists) return sameNamespace(route, service);
    // names that are not known yet are taken for equal, as everywhere
    return !own.known || there.text() === (own.text() ?? "default");
  });
}

/** References to backends, of any kind. */
function backendsOf(resource: ResourceView): Fields[] {
  const spec = resource.fields.at("spec");
  switch (kindOf(resource)) {
    case "Ingress":
      return [spec.at("defaultBackend"), ...below(spec, "rules", "http").flatMap(pathsOf)].map((one) =>
        one.at("service"),
      );
    case "HTTPRoute":
    case "GRPCRoute":
    case "TLSRoute":
    case "TCPRoute":
      return ofMesh(spec) ? [] : below(spec, "rules").flatMap((rule) => rule.at("backendRefs").items());
    case "IngressRoute":
    case "IngressRouteTCP":
      return below(spec, "routes").flatMap((route) => route.at("services").items());
    default:
      return [];
  }
}

const below = (spec: Fields, list: string, ...path: string[]) =>
  spec
    .at(list)
    .items()
    .map((one) => one.at(...path));

const pathsOf = (http: Fields) =>
  http
    .at("paths")
    .items()
    .map((path) => path.at("backend"));

/** A route whose parents are Services is for those inside of a mesh. */
function ofMesh(spec: Fields): boolean {
  const parents = below(spec, "parentRefs");
  return parents.length > 0 && parents.every((parent) => parent.at("kind").text() === "Service");
}
