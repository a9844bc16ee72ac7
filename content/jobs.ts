import type { StoredEntry } from "../domain/content/collections.ts";

export const jobs = [
  {
    id: "senior-digital-strategist",
    title: "Senior Digital Strategist",
    department: "Strategy",
    location: "New York",
    type: "Full-time",
    description:
      "You find out what a client’s business needs, which is seldom what the brief asks for. You lead the interviews, build " +
      "the business case and defend one page in front of a board. Bring eight years of this and one plan that you would now " +
      "call wrong, with reasons. Pay:\u00a0$138,000\u00a0to\u00a0$162,000.",
    service: "Strategy & Consulting",
    cities: ["New York"],
    posted: "2026-10-05",
  },
  {
    id: "uxui-designer",
    title: "UX/UI Designer",
    department: "Design",
    location: "New York or Portland",
    type: "Full-time",
    description:
      "You draw screens, watch people misread them, and draw them again. You write the words on your own buttons and can " +
      "use what you made with a keyboard and with your eyes closed. Show us three projects, one of them at the stage where " +
      "it did not work yet. Pay:\u00a0$96,000\u00a0to\u00a0$118,000.",
    service: "Experience & Design",
    cities: ["New York", "Portland"],
    posted: "2026-10-19",
  },
  {
    id: "analytics-specialist",
    title: "Analytics Specialist",
    department: "Analytics",
    location: "Portland or remote in the US",
    type: "Full-time",
    description:
      "You trace a number from the slide back to the click and are not surprised by what you find on the way. SQL is your " +
      "second language, and you can explain a confidence interval to a person who is holding a budget. You will own the " +
      "measurements of four clients. Pay:\u00a0$92,000\u00a0to\u00a0$114,000.",
    service: "Analytics & Insights",
    cities: ["Portland"],
    posted: "2026-11-02",
  },
] as const satisfies readonly StoredEntry<"jobs">[];

export const benefits = [
  {
    title: "Health coverage from day one",
    text: "Medical, dental and vision for you and your family. We pay the whole premium.",
  },
  {
    title: "Twenty-five days off",
    text: "Plus the last week of December, when the office is closed and only the servers work.",
  },
  {
    title: "Sixteen weeks of parental leave",
    text: "Fully paid, for every new parent.",
  },
  {
    title: "Short Fridays",
    text: "Demo at eleven, home by two. Nothing new starts after lunch.",
  },
  {
    title: "A budget for being wrong",
    text: "$2,000 a year for an experiment that nobody approved. You owe us one page about what happened.",
  },
  {
    title: "Pay on one sheet",
    text: "Every grade and what it earns, on a sheet that all of us can read.",
  },
] as const;
