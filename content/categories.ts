/** The categories of posts, as the specification lists them. */
export const categories = ["Technology", "Strategy", "Design", "Marketing", "Business"].map((name) => ({
  id: name.toLowerCase(),
  name,
}));
