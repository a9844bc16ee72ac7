/** An error whose message alone tells the operator what to do; it is printed without a stack trace. */
export class UserError extends Error {}
