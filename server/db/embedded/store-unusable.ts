/** Its message is for the operator: what is in the way of the embedded store, and what to do. */
export class StoreUnusable extends Error {}
