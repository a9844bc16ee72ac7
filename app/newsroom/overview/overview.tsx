import { PageLink } from "../../ui/layout/page-link.tsx";
import { BackupLine } from "../shell/backup-line.tsx";
import { Icon } from "../shell/icon.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";

/** The screen of /newsroom. */
export default function Overview() {
  return (
    <>
      <NewsroomHead title="Overview">
        <PageLink className="button compact" to="/blog/new">
          <Icon name="add" />
          New post
        </PageLink>
      </NewsroomHead>
      <BackupLine />
    </>
  );
}
