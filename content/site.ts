/** Everything that names this agency. Another agency starts by changing this file. */
export const site = {
  name: "Plumbline",
  tagline: "Technically, The Best!",
  description:
    "Plumbline is a digital agency in New York and Portland. It measures first, then makes: strategy, design, " +
    "conversion, analytics, search, email, paid media and the web underneath.",
  claim: {
    figure: "25+",
    text: "Years of Excellence",
    note: "15+ of them under this name. We were exact before that, too.",
  },
  founded: 2010,
  /** Every date on the site is told in this zone, unless the newsroom chooses another. */
  timeZone: "America/New_York",
  email: "hello@plumbline.example",
  phone: "+1 212 555 0142",
  offices: [
    { city: "New York", street: "48 Mercer Yard, Floor 3", region: "NY", code: "10013", country: "US" },
    { city: "Portland", street: "1120 Alder Works", region: "OR", code: "97205", country: "US" },
  ],
  social: [
    { label: "LinkedIn", href: "https://linkedin.example/plumbline" },
    { label: "Mastodon", href: "https://mastodon.example/@plumbline" },
    { label: "Instagram", href: "https://instagram.example/plumbline" },
  ],
  stats: [
    { figure: "15+", label: "years" },
    { figure: "350+", label: "projects" },
    { figure: "54", label: "awards" },
    { figure: "120+", label: "team members" },
  ],
  footerServices: [
    { label: "Strategy", href: "/services/strategy" },
    { label: "Experience Design", href: "/services/experience-design" },
    { label: "Conversion", href: "/services/conversion" },
    { label: "Analytics", href: "/services/analytics" },
    { label: "Search & Content", href: "/services/search-content" },
  ],
  headerLinks: [
    { label: "Services", href: "/services" },
    { label: "Work", href: "/work" },
    { label: "Blog", href: "/blog" },
    { label: "About", href: "/about" },
  ],
  companyLinks: [
    { label: "About", href: "/about" },
    { label: "Work", href: "/work" },
    { label: "Blog", href: "/blog" },
    { label: "Careers", href: "/careers" },
    { label: "Contact", href: "/contact" },
  ],
  closing: {
    title: "Bring us something crooked.",
    text: "Forty minutes, one measurement, no slides. If it turns out to be straight, we say so and you owe us nothing.",
    action: "Get in Touch",
  },
  /** Names alone, because it is the same in all languages. */
  credit: "Portraits: Notionists, Zoish (CC0), DiceBear (MIT).",
} as const;
