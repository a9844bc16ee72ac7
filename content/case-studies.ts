import type { StoredEntry } from "../domain/content/collections.ts";

export const caseStudies = [
  {
    id: "oakmere-checkout",
    title: "Four fields fewer at the checkout",
    client: "Oakmere",
    sector: "Retail",
    year: 2026,
    description:
      "Forty years of gift boxes, and a website nobody finished buying on. We removed four of nine fields and moved " +
      "the delivery date to the top.",
    image: {
      picture: "case-commerce",
      alt: "Wrapped boxes and a paper bag on a blush ground, a small brass weight in front.",
    },
    tint: "blush",
    overview:
      "Oakmere packs gift boxes in a former mill and ships 2,100 a day in December. Its shop had grown one good idea at " +
      "a time since 2009. By January it had nine checkout fields, four fonts and an abandonment rate of 81%.",
    challenge: [
      "Visitors wanted one answer: will it arrive by Friday? The site gave it on screen six, after the card number. " +
        "Two of three people left before they got there.",
      "Everybody at Oakmere had a theory. There were eleven theories. We wrote them on a wall and put a number beside each.",
    ].join("\n\n"),
    challengeImage: {
      picture: "case-commerce-challenge",
      alt: "Parcels wait on a conveyor; a clay barrier keeps them from the red one.",
    },
    solution: [
      "The delivery date now comes first, under the price, before any form. The ZIP code fills in the address. The " +
        "phone field went; nobody had ever called. It had cost more orders than the other three together.",
      "Each change ran against a control group for fourteen days. Three of the eleven theories were right. We kept those. " +
        "Of a thousand people who open the checkout, 262 now finish. It was 190.",
    ].join("\n\n"),
    results: [
      {
        before: "+",
        figure: "38",
        unit: "%",
        text: "more completed orders, sixteen weeks after launch",
        was: "190",
        now: "262",
        share: 138,
      },
      { figure: "0.9", unit: "s", text: "to load the product page on a midrange phone" },
      { figure: "5", text: "checkout fields left, of nine", was: "9", now: "5", share: 56 },
      { figure: "54", unit: "%", text: "fewer “where is my package” emails", was: "100", now: "46", share: 46 },
    ],
    services: ["Conversion & Optimization", "Experience & Design", "Web & Technology", "Analytics & Insights"],
    technologies: ["React, TypeScript", "PostgreSQL", "Headless commerce API", "Server-side tests"],
    gallery: [
      {
        picture: {
          picture: "screen-oakmere-product",
          alt: "Oakmere’s shop page for The Hearth Box: four delivery dates stand above the button that adds it to the cart.",
        },
        caption: "Product page. The date sits above the button.",
        device: "window",
      },
      {
        picture: {
          picture: "screen-oakmere-box",
          alt: "The Hearth Box on a phone; four delivery dates come before the button.",
        },
        caption: "The date comes before the button.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-oakmere-day",
          alt: "A calendar asks for the day of arrival and says by when to order.",
        },
        caption: "The day is chosen before anything is typed.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-oakmere-paid",
          alt: "The confirmation: Thursday, before noon, and the three days until then.",
        },
        caption: "The answer, said back.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-oakmere-checkout",
          alt: "Oakmere’s checkout on a phone: five fields and a button that repeats the price and the day of delivery.",
        },
        caption: "Checkout. Five fields, one thumb.",
        device: "phone",
      },
    ],
    quote: "We asked for a new shop. They gave us the old one with the doors open.",
  },
  {
    id: "tallis-mutual-account",
    title: "A bank account before the tea is cold",
    client: "Tallis Mutual",
    sector: "Finance",
    year: 2025,
    description: "Eleven screens became four. The branch visit became a photograph. Compliance signed every step.",
    image: {
      picture: "case-finance",
      alt: "Four stacks of coins, each taller than the last, under a dark arch.",
    },
    tint: "slate",
    overview:
      "Tallis Mutual looks after the savings of 212,000 members from 24 branches. Opening an account took eleven screens, " +
      "a printed form and a visit with a passport: two days, if the branch was open. Of a hundred people who started, " +
      "31 finished.",
    challenge: [
      "Every screen had been added for a reason, usually by a regulator or by somebody afraid of one. Nobody had ever " +
        "taken one away, because nobody could say which rule would break.",
      "So we asked. We sat with the compliance team for nine days and went through the screens one by one: which sentence " +
        "of which rule requires this? Five screens had no rule behind them. Two asked what another had asked already.",
    ].join("\n\n"),
    challengeImage: {
      picture: "case-finance-challenge",
      alt: "A large brass padlock stands between a red coin and a short stack of brass ones.",
    },
    solution: [
      "Four screens remain: who you are, where you live, your passport, your signature. The passport is a photograph, " +
        "checked on the phone before it is sent, so that a blurred page costs three seconds. It used to cost a second visit.",
      "One applicant in ten got the new version first, for eight weeks. Fraud caught at the door stayed where it was, at " +
        "14 attempts in 10,000. Then everybody got it.",
    ].join("\n\n"),
    results: [
      {
        figure: "6",
        unit: "min",
        text: "to open an account. It took two days.",
        was: "2 days",
        now: "6 min",
        share: 0,
      },
      { before: "+", figure: "52", unit: "%", text: "more applications finished, in the first full quarter" },
      { figure: "4", text: "screens left, of eleven", was: "11", now: "4", share: 36 },
      { figure: "43", unit: "%", text: "of new accounts opened after the branches had closed" },
    ],
    services: ["Experience & Design", "Strategy & Consulting", "Web & Technology", "Analytics & Insights"],
    technologies: ["TypeScript, Kotlin", "Document check on the device", "Passkeys", "PostgreSQL", "OpenTelemetry"],
    gallery: [
      {
        picture: {
          picture: "screen-tallis-account",
          alt: "The account overview of Tallis Mutual: the balance in large figures, a chart of the month, payments and a savings goal.",
        },
        caption: "Account overview. The balance is the largest thing on it.",
        device: "window",
      },
      {
        picture: {
          picture: "screen-tallis-who",
          alt: "Step 1 of 4 asks for names and date of birth; six minutes are left.",
        },
        caption: "Step 1. Three fields, as in the passport.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-tallis-where",
          alt: "Step 2 of 4: an address on a map, and the branch that need not be visited.",
        },
        caption: "Step 2. The branch is named, and not needed.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-tallis-sign",
          alt: "Step 4 of 4: a signature drawn with a finger, forty seconds left.",
        },
        caption: "Step 4. A finger signs.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-tallis-open",
          alt: "Opening an account on a phone, step 3 of 4: a frame for photographing the passport.",
        },
        caption: "Step 3 of 4. The passport stays at home.",
        device: "phone",
      },
    ],
    quote: "They deleted seven screens and our lawyers thanked them. We\u00a0have that in writing.",
  },
  {
    id: "harrow-lane-booking",
    title: "Booking without the hold music",
    client: "Harrow Lane Clinics",
    sector: "Health",
    year: 2025,
    description: "Patients see the next free hour first and the form last. Reception got its mornings back.",
    image: {
      picture: "case-health",
      alt: "A white cross among capsules on a pale blue floor.",
    },
    tint: "mist",
    overview:
      "Harrow Lane runs six clinics behind one telephone number, which took 1,140 calls about bookings a week. On Mondays " +
      "at eight the line was 26 callers long, and one in four hung up. There were free hours all along. Only reception " +
      "could see them.",
    challenge: [
      "There was an online form. It asked fourteen questions and promised a call back. Patients filled it in, waited, and " +
        "phoned anyway, so reception handled most bookings twice.",
      "The doctors had a fair worry: an open calendar fills up with the wrong appointments. We counted a month of them. " +
        "The phone had been getting it wrong, too, one time in nine.",
    ].join("\n\n"),
    challengeImage: {
      picture: "case-health-challenge",
      alt: "A large clock at a few minutes to two; a red ball waits at the far end of a line of white ones.",
    },
    solution: [
      "The first screen now shows one thing: the next free hour, with the name of the doctor and the way there. One tap " +
        "holds it for five minutes. The form comes last and asks three questions.",
      "Reception works in the same calendar and sees each booking as it happens. Every doctor decides which hours are open " +
        "online. They began with a third. Nobody asked them to open the rest.",
    ].join("\n\n"),
    results: [
      {
        figure: "71",
        unit: "%",
        text: "fewer calls about bookings, in one quarter",
        was: "1,140",
        now: "331",
        share: 29,
      },
      {
        figure: "70",
        unit: "s",
        text: "to book, median. By phone it took seven minutes.",
        was: "7 min",
        now: "70 s",
        share: 17,
      },
      { figure: "82", unit: "%", text: "of doctors’ hours open online. It began with a third." },
      {
        figure: "34",
        unit: "%",
        text: "fewer missed appointments, since anybody can move one",
        was: "100",
        now: "66",
        share: 66,
      },
    ],
    services: ["Experience & Design", "Web & Technology", "Conversion & Optimization", "Social & Email Marketing"],
    technologies: ["Progressive web app", "TypeScript, Node.js", "HL7 FHIR", "PostgreSQL", "Text message reminders"],
    gallery: [
      {
        picture: {
          picture: "screen-harrow-day",
          alt: "Reception’s view of one day at Harrow Lane: a column for each doctor, with booked and free hours.",
        },
        caption: "Reception’s day. What is free is what patients see.",
        device: "window",
      },
      {
        picture: {
          picture: "screen-harrow-held",
          alt: "The chosen hour is held; a dial shows four minutes and six seconds left.",
        },
        caption: "Five minutes to think it over.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-harrow-asked",
          alt: "Three questions on one screen: who, been here before, what is it about.",
        },
        caption: "Fourteen questions became three.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-harrow-booked",
          alt: "The booked hour with room and the way there drawn on a map.",
        },
        caption: "Booked, with the way there.",
        device: "phone",
      },
      {
        picture: {
          picture: "screen-harrow-booking",
          alt: "Booking at Harrow Lane on a phone: the next free hour in large type, with a button to take it.",
        },
        caption: "The next free hour. One tap holds it.",
        device: "phone",
      },
    ],
    quote: "Nobody thanks a telephone for not ringing. We do, most mornings.",
  },
] as const satisfies readonly StoredEntry<"case-studies">[];
