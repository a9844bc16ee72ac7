export const missingPage = {
  title: "Oops! Page not found",
  text: "It got stuck halfway. There is nothing at this address, and the mistake may well be ours.",
  action: "Return to Home",
  to: "/",
} as const;
