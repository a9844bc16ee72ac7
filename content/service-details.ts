import type { StoredEntry } from "../domain/content/collections.ts";
import { services } from "./services.ts";

const [strategy, design, conversion, analytics] = services;

export const serviceDetails = [
  {
    id: "digital-strategy",
    title: "Digital Strategy",
    shortDesc: "A position, a plan and a price, on one page.",
    longDesc:
      "A position, a plan and a price, on one page. We interview eight of your people and twenty of your customers, " +
      "then tell you where they disagree. The plan covers four quarters and names who does what.",
    image: strategy.image,
    offerings: [
      {
        title: "Market and customer research",
        description:
          "Twenty customers, eight colleagues and every competitor your sales team is tired of hearing about.",
        items: [
          "Interviews, recorded and transcribed",
          "Competitor prices, checked by buying",
          "A map of who decides and who pays",
        ],
      },
      {
        title: "Roadmap for four quarters",
        description: "What to do, in which order, and what to stop doing to make room for it.",
        items: [
          "One owner for every line",
          "Costs in weeks and in dollars",
          "A review date each quarter",
          "A list of what we left out, and why",
        ],
      },
      {
        title: "Business case with a baseline",
        description: "The number today, the number we expect, and the date on which somebody looks.",
        items: ["Baseline signed by finance", "Best, likely and worst case", "The result that would prove us wrong"],
      },
    ],
  },
  {
    id: "ux-design",
    title: "UX Design",
    shortDesc: "Drawn, tested and redrawn until nobody asks what a button does.",
    longDesc:
      "We draw, test and redraw until nobody asks what a button does. Prototypes by week three, in front of real people, " +
      "on real phones. You watch from behind the glass.",
    image: design.image,
    offerings: [
      {
        title: "Interviews and usability tests",
        description: "Five people per round, your customers where possible, paid and thanked either way.",
        items: ["A script you approve", "Films with time stamps", "Findings ranked by how often they hurt"],
      },
      {
        title: "Prototypes and design system",
        description: "Clickable by week three, then taken apart into pieces your team can reuse.",
        items: [
          "Three directions, one chosen",
          "About forty documented parts",
          "Light and dark, phone and desk",
          "Code that matches the drawings",
        ],
      },
      {
        title: "Accessibility to WCAG 2.2 AA",
        description: "Built in from the first sketch, because repairs cost about six times as much.",
        items: [
          "Keyboard and screen reader walks",
          "Contrast computed, never judged by eye",
          "An outside audit with the report attached",
        ],
      },
    ],
  },
  {
    id: "cro",
    title: "CRO",
    shortDesc: "Conversion work without the folklore.",
    longDesc:
      "Conversion work without the folklore. No countdown clocks, no false scarcity. We fix the form, the speed and the " +
      "sentence, in the order the data gives.",
    image: conversion.image,
    offerings: [
      {
        title: "Funnel and form analysis",
        description: "Two weeks of counting, until we can say which step loses whom, and how many.",
        items: ["Drop-off by step and by device", "Time and corrections per field", "Twelve recorded attempts to buy"],
      },
      {
        title: "A/B and multivariate tests",
        description: "One hypothesis at a time, against a control group, with the stopping date fixed first.",
        items: [
          "Sample size worked out in advance",
          "Tests that run on the server",
          "A written verdict, losers included",
        ],
      },
      {
        title: "Speed budget and monitoring",
        description: "A limit in kilobytes and seconds, with an alarm for whoever exceeds it.",
        items: [
          "Budgets per page type",
          "Measured on a $120 phone",
          "Builds that fail when they get heavy",
          "A monthly chart for people who sign things",
        ],
      },
    ],
  },
  {
    id: "analytics",
    title: "Analytics",
    shortDesc: "What happened, counted once, in words people use.",
    longDesc:
      "What happened, counted once, in words people use. We audit the tags, move the counting to your server and build " +
      "one dashboard of seven numbers. Then we delete the other dashboards, with your permission.",
    image: analytics.image,
    offerings: [
      {
        title: "Measurement audit",
        description: "We place 200 test orders and follow each one from the button to the board report.",
        items: ["Every tag, listed and timed", "What is counted twice or never", "A repair list in order of cost"],
      },
      {
        title: "Dashboard of seven numbers",
        description: "The figures you decide with, on one screen, each with a definition one click away.",
        items: ["One owner per number", "Updated every hour", "Readable on a phone, in an elevator"],
      },
      {
        title: "Experiments and forecasts",
        description: "Whether it worked, how sure we are, and what to expect next quarter.",
        items: [
          "Control groups by region or by visitor",
          "Forecasts with a range",
          "Last quarter’s forecast beside the result",
        ],
      },
      {
        title: "Training for your team",
        description: "Two afternoons, after which your people can answer the next question themselves.",
        items: ["Your data, no toy examples", "Exercises with known answers", "Office hours for three months"],
      },
    ],
  },
] as const satisfies readonly StoredEntry<"service-details">[];
