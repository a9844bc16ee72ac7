export const story = [
  "{name} was founded in {founded}, on the third floor of a former hardware warehouse. The tenant before us had left a " +
    "brass plumb bob in the window. We could not think of a better name, or of a cheaper sign.",
  "About the 25+ years on the front page. Constance Vail opened a two-room web studio in 2000, and the same people " +
    "worked there for ten years before they moved upstairs and renamed it. The clients came along, so we count those " +
    "years. The oldest invoice in the cabinet is dated March 2000.",
  "In 2011 we told a client that a campaign of ours had done nothing. It had looked well, it had won something, and the " +
    "control group had bought just as much without it. We expected to be fired. They doubled the contract. That was the " +
    "week we found out what we were selling.",
  "Today we are 120+ people in {cities}. The second office opened because two engineers were moving west " +
    "for the weather. We looked up the weather, told them, and rented a floor there anyway.",
] as const;

export const values = [
  {
    title: "Innovation",
    text: "We ran forty experiments on our own site last year. Eleven worked. A new idea gets two weeks, a control group, and no points for being new.",
  },
  {
    title: "Excellence",
    text: "The 54 awards stand in the corridor to the restrooms, where everybody passes and nobody works. The standard hangs in the window. It knows two grades: straight and not straight.",
  },
  {
    title: "Collaboration",
    text: "The one who draws sits next to the one who builds. Every meeting has a question for a title. When the question is answered, the meeting is over.",
  },
  {
    title: "Impact",
    text: "Before we start, we write down which number should move and by how much. If it did not move, our report says so on the first page, above the logo.",
  },
] as const;
