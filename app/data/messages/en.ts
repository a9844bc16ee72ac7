export const words = {
  failure: "Error",
  success: "Success",
  loading: "Loading...",
  tryAgain: "Try again",
  notLoaded: "This could not be loaded. Please check your connection.",
  offline: "You are offline. Please try again once you are connected.",
  unexpected: "An unexpected error occurred. Please try again.",
  sessionEnded: "Your session has ended. Please sign in again.",
  /** Explains an error to a visitor. In English the message of the backend already does. */
  error: (_code: string, message: string) => message,
} as const;
