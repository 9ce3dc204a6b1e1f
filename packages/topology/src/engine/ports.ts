/** Where the first pod of a group listens for the processes of all: the engine's own default. */
export const masterPort = 29501;

/** Where the first data parallel rank waits for the others: the engine's own default. */
export const dataParallelRpcPort = 29550;

/** Where the engine's supervisor of data parallel ranks says that all of its node are ready: the engine's own default. */
export const dataParallelSupervisorPort = 9256;

/** Where the pods of a group watch each other. Not 29500, which PyTorch's launchers use. */
export const groupSupervisorPort = 29511;
