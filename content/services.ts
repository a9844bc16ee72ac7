import type { StoredEntry } from "../domain/content/collections.ts";

export const services = [
  {
    id: "strategy",
    title: "Strategy & Consulting",
    line: "Where you stand, where to go, what it costs. On one page.",
    description:
      "A position, a plan and a price, on one page your board can read in four minutes. We stay for the argument.",
    image: {
      picture: "service-strategy",
      alt: "Pale steps climb to a dark tower with a red ball on top; two brass balls are on their way.",
    },
    tint: "sand",
    lead:
      "Where you stand, where to go, what it costs. We put all three on a page and stay for the argument. " +
      "Of our last 41 plans, 33 were still in use a year later.",
    approach: [
      "Interview eight of your people and twenty of your customers",
      "Lay both sets of answers side by side and mark where they disagree",
      "Price each option in dollars, with the margin of error printed",
      "Name what you will stop doing, and who will miss it",
      "Fix the date on which we check whether we were right",
    ],
    benefits: [
      "One page the whole board can read in four minutes",
      "A roadmap for four quarters with an owner beside every line",
      "A business case on a baseline that finance has signed",
      "A list of projects to cancel, usually three",
      "Our forecast in writing, so that you can hold it against us",
    ],
    closing: {
      title: "Start where you stand.",
      text: "Bring the plan you have, even if it is a sketch on a napkin. We read it aloud together; that alone helps.",
    },
  },
  {
    id: "design",
    title: "Experience & Design",
    line: "Screens people understand without being told.",
    description:
      "We draw, watch five people stumble, and redraw. Accessible from the first sketch, pretty by the last.",
    image: {
      picture: "service-design",
      alt: "A cone, an arch, a cube, a ring and two balls arranged like a small town; the cone is red.",
    },
    tint: "cream",
    lead:
      "Screens people understand without being told. We draw, put the drawing in front of five people, and redraw " +
      "whatever made them pause. A typical flow goes through four rounds before anybody writes code.",
    approach: [
      "Watch five people use what you have before we draw anything",
      "Sketch three directions, cheap enough to throw two away",
      "Test a clickable prototype by week three, on real phones",
      "Write the words together with the layout, never afterward",
      "Walk every screen with a keyboard and a screen reader",
    ],
    benefits: [
      "A prototype your customers have already broken, and we have fixed",
      "A design system of about forty parts, each with a reason to exist",
      "WCAG 2.2 AA, audited by somebody who does not work for us",
      "Files your developers can build from without a meeting",
      "Recordings of every test, including the embarrassing ones",
    ],
    closing: {
      title: "Show us the confusing one.",
      text: "Send the screen your support team explains most often. Five strangers will use it while you watch.",
    },
  },
  {
    id: "conversion",
    title: "Conversion & Optimization",
    line: "Same traffic, more customers. Tested, not guessed.",
    description: "We find the step where people leave, change one thing, and count again. No countdown clocks.",
    image: {
      picture: "service-conversion",
      alt: "Marbles fall into a dark funnel; red ones land on a brass dish.",
    },
    tint: "mist",
    lead:
      "Same traffic, more customers. We find the step where people leave, change one thing, and count again. " +
      "Median gain over 62 projects: 23%.",
    approach: [
      "Record where visitors stop, for two full weeks",
      "Watch twelve people try to buy, and say nothing",
      "Write one hypothesis per leak, with a number in it",
      "Test against a control group, never against a hunch",
      "Keep what wins, publish what loses",
    ],
    benefits: [
      "A funnel report a finance director will sign",
      "Changes live in weeks, without a relaunch",
      "Tests that stop when the math says stop",
      "Pages that load in under a second",
      "A team that can run the next test without us",
    ],
    closing: {
      title: "Find the leak first.",
      text: "Name your worst page. A stopwatch and twelve quiet people usually find the hole within a week.",
    },
  },
  {
    id: "analytics",
    title: "Analytics & Insights",
    line: "Numbers that agree with each other, and with reality.",
    description:
      "We trace every figure you report to where it was counted, then repair the counting. Seven numbers remain.",
    image: {
      picture: "service-analytics",
      alt: "Seven bars rise unevenly toward a red one; a brass line joins their tops.",
    },
    tint: "blush",
    lead:
      "Numbers that agree with each other, and with reality. We check what is counted, count it once, and show it on a " +
      "page people open. Our last 30 audits found nine events per site, on average, that measured nothing.",
    approach: [
      "List every number you report and trace it to its source",
      "Place 200 test orders and see how many reach the report",
      "Count on your own server, where no ad blocker interferes",
      "Give each metric one definition, one unit and one owner",
      "Delete the dashboards nobody has opened in ninety days",
    ],
    benefits: [
      "Reported orders within 1% of what the bank received",
      "One dashboard, seven numbers, no scrolling",
      "A dictionary of your metrics that fits on two sheets of paper",
      "A warning within ten minutes when the counting breaks",
      "No visitor followed around the web, and no banner that says sorry for it",
    ],
    closing: {
      title: "Make the reports agree.",
      text: "Two reports contradict each other? Send both, with a bank statement. You get back one page with the difference.",
    },
  },
  {
    id: "search-content",
    title: "Search & Content Marketing",
    line: "Be the answer. Then deserve to be.",
    description: "Fewer pages, written by people who know the subject and cut by people who do not. Found more often.",
    image: {
      picture: "service-search-content",
      alt: "A magnifying glass over a grid of blocks; the ones underneath look twice their size.",
    },
    tint: "sage",
    lead:
      "Be the answer. Then deserve to be. We write for the question somebody typed and prune what nobody reads. " +
      "Median result after a year: 2.3 times the visits from 40% fewer pages.",
    approach: [
      "Collect the 300 questions your customers ask by mail and phone",
      "Match each to a page, and count those that have none",
      "Let people who know the subject write, and an editor cut",
      "Fix what crawlers trip over: speed, dead links, duplicates",
      "Merge or remove pages without a visitor in twelve months",
    ],
    benefits: [
      "Two articles a month, signed by somebody who would defend them",
      "Rankings reported together with the sales they brought",
      "Structured data on every page that qualifies, validated weekly",
      "A house style of eight pages, with examples of what to avoid",
      "A site your own staff use to look things up",
    ],
    closing: {
      title: "Ask what nobody answers.",
      text: "Which one does your sales team hear daily? We look up who answers it now, and how badly.",
    },
  },
  {
    id: "social-email",
    title: "Social & Email Marketing",
    line: "Fewer messages. More replies.",
    description: "We shorten the list, write as one person to another, and answer when somebody writes back.",
    image: {
      picture: "service-social-email",
      alt: "Five links of a chain, the middle one red, hang above a white envelope.",
    },
    tint: "mist",
    lead:
      "Fewer messages. More replies. We shorten the list to people who read, and write to them as if they could write " +
      "back. One client went from nine mailings a month to two and earned 31% more from them.",
    approach: [
      "Ask every subscriber once whether they still want to hear from you",
      "Remove the addresses that have been silent for a year",
      "Write one message with one request, and sign it with a name",
      "Try the subject line on 10% before the other 90% see it",
      "Answer every reply within one working day, by hand",
    ],
    benefits: [
      "A smaller list that earns more per letter",
      "Bounces under 0.5%, spam complaints under 0.02%",
      "SPF, DKIM and DMARC set up, enforced and explained",
      "Four automatic letters, each sent only when it helps",
      "One page a month with what each channel brought, in dollars",
    ],
    closing: {
      title: "Send less.",
      text: "Forward us your last five newsletters. We mark the sentences somebody would miss.",
    },
  },
  {
    id: "paid-media",
    title: "Paid Media & Advertising",
    line: "Every dollar traced to what it bought.",
    description: "We switch off what would have sold anyway and spend the rest where a control group says it works.",
    image: {
      picture: "service-paid-media",
      alt: "A dark and white target; a brass arrow stands in its red center.",
    },
    tint: "clay",
    lead:
      "Every dollar traced to what it bought. We switch off what would have sold anyway and move the rest to where a " +
      "control group says it works. On average 22% of a budget goes in the first month, and sales do not notice.",
    approach: [
      "Pause one campaign in one region and see what happens",
      "Tell the buyers we brought from those who were coming anyway",
      "Agree on a price per customer before the first ad runs",
      "Make six versions of an ad and expect five to lose",
      "Read the search terms every week and exclude what is not yours",
    ],
    benefits: [
      "Cost per new customer, without those who were coming anyway",
      "Accounts in your name, so that you can leave with everything",
      "A fixed fee, never a share of what you spend",
      "A report of one page, Mondays by ten",
      "Any campaign stopped within an hour of your call",
    ],
    closing: {
      title: "Pause something.",
      text: "Last quarter’s invoice is enough. We point at the line to switch off first, and you keep the money.",
    },
  },
  {
    id: "web-technology",
    title: "Web & Technology",
    line: "Fast on a train, in a tunnel, on a five-year-old phone.",
    description: "Sites and shops on plain standards with a short parts list, handed over in a state you can maintain.",
    image: {
      picture: "service-web-technology",
      alt: "Layers of glass, white, red and black threaded on a brass rod, with air between them.",
    },
    tint: "slate",
    lead:
      "Fast on a train, in a tunnel, on a five-year-old phone. We build on plain standards and keep the parts list " +
      "short. Median first screen over our last 20 launches: 1.1 seconds.",
    approach: [
      "Set a budget in kilobytes and seconds before the first line of code",
      "Test on a $120 phone with two bars of signal",
      "Render on the server, so that pages work before scripts arrive",
      "Release small changes daily, each with a way back",
      "Restore a backup every month, to prove that it is one",
    ],
    benefits: [
      "A first screen in under 1.5 seconds on a midrange phone",
      "99.95% uptime, reported monthly with the causes of the rest",
      "Tested code in your repository from the first day",
      "A handover your next developer can follow in an afternoon",
      "Security updates within 48 hours of their release",
    ],
    closing: {
      title: "Test it in the tunnel.",
      text: "Give us an address. The slowest phone we own will open it, on a train, and you get the film.",
    },
  },
] as const satisfies readonly Omit<StoredEntry<"services">, "contact">[];
