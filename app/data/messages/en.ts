export const words = {
  failure: "Error",
  success: "Success",
  loading: "Loading...",
  tryAgain: "Try again",
  notLoaded: "This could not be loaded. Please check your connection.",
  offline: "You are offline. Please try again once you are connected.",
  unexpected: "An unexpected error occurred. Please try again.",
  sessionEnded: "Your session has ended. Please sign in again.",
  /** What the backend says about an error, which the code names. */
  error: (_code: string, message: string) => message,
} as const;
