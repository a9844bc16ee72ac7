export const peoplePage = {
  title: "People",
  heading: "People",
  noscript: "The newsroom needs JavaScript and an administrator's account.",
  sections: {
    invite: {
      title: "Invite somebody",
      text: "They get an email with a link that works for seven days, and choose their own password. People who already have an account are asked to accept the role.",
    },
    proof: { title: "Confirm that it is you" },
    list: {
      title: "Everybody",
      text: "Newest first, fifty per page. People get an email when they become an administrator or stop being one. You can undo a change at once.",
    },
  },
} as const;
