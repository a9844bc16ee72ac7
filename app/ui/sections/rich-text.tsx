import type { RichBlock } from "../../../domain/content/rich-blocks.ts";
import "./rich-text.css";

type RichTextProps = { blocks: readonly RichBlock[]; className?: string };

/** The paragraphs, lists and headings of a formatted text, as children of the element around it. */
export function RichBlocks({ blocks, className }: RichTextProps) {
  return blocks.map((block, index) => {
    const key = `${index}`;
    const { tag: Tag } = block;
    if ("text" in block)
      return (
        <Tag key={key} className={className}>
          {block.text}
        </Tag>
      );
    return <Tag key={key} className={className} dangerouslySetInnerHTML={{ __html: block.html }} />;
  });
}

/** One block where the layout has a place for one: a paragraph without formatting, or all blocks in a box. */
export function RichText({ blocks, className = "" }: RichTextProps) {
  const [first] = blocks;
  if (blocks.length === 1 && first && "text" in first) return <p className={className || undefined}>{first.text}</p>;
  return (
    <div className={`${className} prose rich`.trim()}>
      <RichBlocks blocks={blocks} />
    </div>
  );
}
