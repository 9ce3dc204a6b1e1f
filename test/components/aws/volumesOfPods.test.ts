import { describe, expect, it } from "vitest";
import { type Inputs, made } from "./storageMade";

describe("EBS", () => {
  it("has a class of encrypted gp3 volumes, made where the pod is, and a claim for each engine", async () => {
    const { one, set, pod } = await made("EBS");
    expect(one("StorageClass").inputs).toMatchObject({
      provisioner: "ebs.csi.aws.com",
      parameters: { type: "gp3", iops: "3000", throughput: "500", encrypted: "true" },
      volumeBindingMode: "WaitForFirstConsumer",
      reclaimPolicy: "Retain",
    });
    const spec = set.inputs.spec as Inputs & { volumeClaimTemplates: { spec: Inputs }[] };
    expect(spec.volumeClaimTemplates[0]?.spec).toMatchObject({
      accessModes: ["ReadWriteOnce"],
      storageClassName: "qwen3-weights-ebs-abc123",
    });
    expect(spec.persistentVolumeClaimRetentionPolicy).toMatchObject({ whenDeleted: "Retain" });
    expect(pod.initContainers).toMatchObject([{ name: "fetch" }]);
  });

  it("takes what is given, and goes with the service where asked", async () => {
    const { one, set } = await made("EBS with everything");
    expect(one("StorageClass").inputs).toMatchObject({
      parameters: { iops: "6000", throughput: "1000", kmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/1" },
      reclaimPolicy: "Delete",
    });
    expect(set.inputs.spec).toMatchObject({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" } });
  });
});

describe("NVMe", () => {
  it("is an emptyDir of the pod on the node's disks, filled by an init container", async () => {
    const { all, pod } = await made("NVMe");
    expect(pod.volumes).toContainEqual({ name: "weights", emptyDir: { sizeLimit: "100Gi" } });
    expect(pod.initContainers).toMatchObject([{ name: "fetch" }]);
    expect(all("PersistentVolumeClaim")).toEqual([]);
  });
});
