/**
 * Words of a command line that are not meant as they stand: what starts the pod puts values in their place. Kubernetes knows the LWS_* variables,
 * which LeaderWorkerSet puts before all others; the script that supervises a group knows the rest.
 */

/** Address of a group's first pod. */
export const leaderAddress = "$(LWS_LEADER_ADDRESS)";

/** A pod's number within its group, from 0. */
export const podIndex = "$(LWS_WORKER_INDEX)";

/** A word that all pods of a group share, and that is another one at each start. */
export const groupId = "$(SONAR_GROUP_ID)";

/** DNS name of a KV cache's master, which its component knows: in files and in its store nodes' command lines. */
export const kvCacheMaster = "$(SONAR_KV_CACHE_MASTER)";

/** Bucket of a KV cache, which may be made by the same program: in engines' command lines. */
export const kvCacheBucket = "$(SONAR_KV_CACHE_BUCKET)";

/** Address of the pod itself: in command lines of a KV cache's store nodes. */
export const kvCachePodAddress = "$(SONAR_POD_ADDRESS)";
