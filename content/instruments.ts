/** What each service measures with: a section of its page that no other has. By the service's id. */
export const instruments = {
  strategy: {
    kind: "tally",
    title: "The Tally",
    intro: "A plan is worth what is left of it after a year. So we go back and look.",
    readings: [
      { figure: "41", title: "Plans written", text: "All of them since 2021, also those we would rather not count." },
      {
        figure: "33",
        title: "Still in use",
        text: "Somebody opened them in the month before we asked, and could say why.",
      },
      {
        figure: "8",
        title: "Fallen over",
        text: "Five by a change of owner. Three were wrong, and the page says so now.",
      },
    ],
  },
  design: {
    kind: "rounds",
    title: "The Pauses",
    intro: "Five people, four rounds. A ring is a person who stopped to think about a screen.",
    readings: [
      {
        figure: "5",
        title: "In the first round",
        text: "Everybody stopped at the same field. Nobody in the room had expected that.",
      },
      {
        figure: "3",
        title: "In the second",
        text: "The words had changed, and the order. Two people no longer noticed the field.",
      },
      { figure: "0", title: "In the fourth", text: "Only now does anybody write code. The recordings are yours." },
    ],
  },
  conversion: {
    kind: "funnel",
    title: "The Funnel",
    intro: "Drawn from Oakmere’s checkout: everybody who opens it, and who comes out at the end.",
    readings: [
      {
        figure: "1,000",
        title: "Open the checkout",
        text: "Counted on the server, so that a blocked script hides nobody.",
      },
      { figure: "190", title: "Used to finish", text: "The widest leak was a phone number that nobody ever called." },
      {
        figure: "262",
        title: "Finish now",
        text: "With a control group beside them for fourteen days, to be sure it was us.",
      },
    ],
  },
  analytics: {
    kind: "rule",
    title: "The Rule",
    intro: "We place 200 test orders and see what each tool reports. The line is what the bank received.",
    readings: [
      {
        figure: "171",
        title: "Web analytics",
        text: "Consent banners, blocked scripts, closed tabs. The browser cannot mend that.",
      },
      {
        figure: "199",
        title: "Order system",
        text: "One was paid by phone. This is the source we build on, tolerance printed.",
      },
      {
        figure: "213",
        title: "Ad dashboards",
        text: "Three platforms claim the same customer, each by a rule of its own.",
      },
    ],
  },
  "search-content": {
    kind: "shelf",
    title: "The Shelf",
    intro: "Every page stands here once. We take out what nobody reads and count who comes for the rest.",
    readings: [
      {
        figure: "100",
        title: "Pages before",
        text: "A third had never had a visitor who stayed longer than the logo took to load.",
      },
      { figure: "60", title: "Pages after", text: "Merged, rewritten or removed, each with an address that leads on." },
      {
        figure: "2.3×",
        title: "Visits in a year",
        text: "The median of our clients. Fewer answers, each easier to find.",
      },
    ],
  },
  "social-email": {
    kind: "month",
    title: "The Calendar",
    intro: "One month of one client, above as it was, below as it is. A mark is a letter to the whole list.",
    readings: [
      {
        figure: "9",
        title: "Letters a month",
        text: "Two of them had no subject that anybody could repeat an hour later.",
      },
      {
        figure: "2",
        title: "Letters now",
        text: "Signed by the person who answers them. Replies are the number we watch.",
      },
      {
        figure: "31%",
        title: "More earned",
        text: "From the smaller list. The silent addresses had cost more than they brought.",
      },
    ],
  },
  "paid-media": {
    kind: "coins",
    title: "The Scale",
    intro: "A budget as a hundred coins. We switch off one region at a time and watch whether sales notice.",
    readings: [
      {
        figure: "100",
        title: "Coins spent",
        text: "On average, across first audits, before anything was switched off.",
      },
      { figure: "22", title: "Bought nothing", text: "Those customers were coming anyway. They came, without the ad." },
      {
        figure: "78",
        title: "Go on working",
        text: "Moved to where the control group stays behind. The fee does not move.",
      },
    ],
  },
  "web-technology": {
    kind: "clock",
    title: "The Stopwatch",
    intro: "Three seconds, drawn to scale. The field ends at the budget we sign, the red bar at what we reach.",
    readings: [
      {
        figure: "1.1 s",
        title: "First screen",
        text: "The median of our last twenty launches, on a phone that costs $120.",
      },
      { figure: "1.5 s", title: "The budget", text: "In the contract. A change that breaks it does not go live." },
      { figure: "2 bars", title: "Of signal", text: "Also on a train. Speed in an office with fiber proves nothing." },
    ],
  },
} as const;
