/** Numbers in texts, from 0. */
export const words = {
  numbers:
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
} as const;
