/** Why Choose: each hangs from a number that we can show. */
export const pillars = [
  {
    figure: "100",
    unit: "%",
    note: "of projects begin with a baseline",
    title: "Data-Driven Approach",
    text: "We hang the line before we build the wall. First we measure what you have. Later you see exactly what we changed.",
  },
  {
    figure: "4",
    unit: "",
    note: "crafts at one table: strategy, design, code, numbers",
    title: "Cross-Functional Expertise",
    text: "120+ people, and no department that throws things over a wall. The one who draws it sits next to the one who builds it.",
  },
  {
    figure: "11",
    unit: "/40",
    note: "of our own experiments worked last year",
    title: "Continuous Innovation",
    text: "We test on ourselves first. Twenty-nine ideas failed on our site so that they need not fail on yours.",
  },
] as const;

/** How any engagement goes, whatever the service. */
export const approach = [
  {
    title: "Discover",
    text: "We read your numbers, your inbox and your complaints folder. Then we talk to the people behind all three.",
  },
  {
    title: "Define",
    text: "One page: what changes, which number should move, by how much, and what would prove us wrong.",
  },
  {
    title: "Develop",
    text: "Small pieces, shown every Friday. The first one is live before the last one is drawn.",
  },
  {
    title: "Deliver & Optimize",
    text: "We ship, wait, and count again against a control group. What did not work comes out. You keep the notes.",
  },
] as const;

/** The sixteen weeks of a project, drawn to scale on its page. */
export const phases = [
  {
    title: "Discovery & Research",
    text: "We measure. You answer questions.",
    weeks: 2,
  },
  {
    title: "Strategy & Planning",
    text: "One page. You argue with it, then sign it.",
    weeks: 3,
  },
  {
    title: "Design & Development",
    text: "Drawn and built side by side. There is something to click every Friday at eleven.",
    weeks: 7,
  },
  {
    title: "Launch & Optimization",
    text: "Live, watched, adjusted. Then we measure again and show you both numbers.",
    weeks: 4,
  },
] as const;
