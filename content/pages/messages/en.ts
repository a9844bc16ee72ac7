/** What only loaders need, so that browsers never fetch it. */
export const words = {
  /** Alternative texts of pictures. */
  alts: {
    home: "A brass plumb bob hangs over a target, a hair above its center.",
    about: "A mobile in balance: a red ball, a dark one and a pale blue cube hang from brass rods.",
    careers: "A red cube hovers above the gap it would fill in a block of pale ones.",
    contact: "A model of a white city seen from above; a red pin marks one block.",
    hole: "A row of small balls leads to a hole; a red ball is stuck halfway into it.",
  },
  missing: {
    service: {
      title: "Service Not Found",
      text: "Sorry, the service you're looking for doesn't exist.",
      action: "Back to Services",
    },
    project: {
      title: "Project Not Found",
      text: "We have no project under this name. The ones we can talk about are all on one page.",
      action: "Back to Work",
    },
    post: {
      title: "Post Not Found",
      text: "There is no post at this address. It may have been moved or taken down.",
      action: "Back to Blog",
    },
    tag: {
      title: "Tag Not Found",
      text: "No post has this tag. It may have been renamed, or its posts were taken down.",
      action: "Back to Blog",
    },
    author: { title: "Author Not Found", text: "There is no author at this address.", action: "Back to Blog" },
    job: {
      title: "Position Not Found",
      text: "It is filled, or the address is not complete. These are open.",
      action: "See Open Positions",
    },
    message: {
      title: "This link is not valid",
      text: "The message behind it was erased, or the link was cut short. Please check your receipt, or write to us.",
      action: "Contact",
    },
  },
  /** Of jobs. */
  types: { "Full-time": "Full-time", "Part-time": "Part-time", Contract: "Contract", Internship: "Internship" },
  tag: { description: (tag: string) => `Posts about ${tag}.` },
  service: { position: (number: number, all: number) => `${number} of ${all}` },
  prefill: {
    apply: (job: string) => `I would like to apply for ${job}. `,
    ask: (service: string) => `I would like to talk about ${service}. `,
  },
  /** One for each case in turn. */
  closings: [
    {
      title: "Show us where they leave.",
      text: "Read access to your numbers for one afternoon. You keep the measurement, whoever you hire.",
    },
    {
      title: "Bring the longest form.",
      text: "We go through it line by line and ask who needs the answer. Whatever nobody needs is struck out.",
    },
    {
      title: "What rings all day?",
      text: "Tell us which question reaches your people most often. It can usually answer itself.",
    },
  ],
} as const;
