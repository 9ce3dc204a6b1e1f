/** The tests' region; `sidecar/serve.py` says the same to moto. */
export const region = "us-west-2";
/** moto's account. */
export const account = "123456789012";
