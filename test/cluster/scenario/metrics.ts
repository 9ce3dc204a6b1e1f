import { inPod } from "./exec";

/** Sum of a series, or of what of it has a label, over a pod's metrics page, which only the pod itself and Prometheus can read. */
export async function sumOf(
  namespace: string,
  pod: string,
  container: string,
  port: number,
  series: string,
  label = "",
): Promise<number> {
  const ask = `import urllib.request; print(urllib.request.urlopen("http://127.0.0.1:${port}/metrics").read().decode())`;
  const page = await inPod(namespace, pod, container, `python3 -c '${ask}'`);
  return page
    .split("\n")
    .filter((line) => line.startsWith(`${series}{`) || line.startsWith(`${series} `))
    .filter((line) => line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}
