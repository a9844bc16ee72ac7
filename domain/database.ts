// Generated from supabase/migrations by `npm run database-types`; tests/database/database-types.test.ts compares.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** `Optional` columns have a default or may be null; the database fills `Generated` ones. */
type Table<Row, Optional extends keyof Row, Generated extends keyof Row = never> = {
  Row: Row;
  Insert: Omit<Row, Optional | Generated> & Partial<Pick<Row, Exclude<Optional, Generated>>>;
  Update: Partial<Omit<Row, Generated>>;
  Relationships: [];
};

type Routine<Args, Returns> = { Args: Args; Returns: Returns };

type None = { readonly [key: symbol]: never };

export type Database = {
  public: {
    Tables: {
      admin_limits: Table<
        {
          user_id: string;
          can_messages: boolean;
          can_people: boolean;
        },
        "can_messages" | "can_people"
      >;
      api_key_fingerprint: Table<
        {
          only_row: boolean;
          fingerprint: string;
        },
        "only_row"
      >;
      blog_posts: Table<
        {
          id: number;
          locale: string;
          translation_of: number | null;
          title: string;
          slug: string;
          excerpt: string;
          content: string;
          category: string;
          tags: string[];
          author_name: string;
          author_bio: string;
          image_url: string | null;
          search_title: string;
          search_description: string;
          canonical_url: string;
          card_url: string;
          authors: string[];
          created_by: string | null;
          updated_by: string | null;
          status: "draft" | "published";
          published_at: string;
          version: number;
          created_at: string;
          updated_at: string;
          deleted_at: string | null;
        },
        "id" | "locale" | "translation_of" | "category" | "tags" | "author_name" | "author_bio" | "image_url" | "search_title" | "search_description" | "canonical_url" | "card_url" | "authors" | "created_by" | "updated_by" | "status" | "published_at" | "version" | "created_at" | "updated_at" | "deleted_at"
      >;
      contact_limits: Table<
        {
          subject: string;
          count: number;
          expires_at: string;
        },
        never
      >;
      contact_messages: Table<
        {
          id: string;
          reference: string;
          name: string;
          email: string;
          phone: string;
          company: string;
          service: string;
          message: string;
          source: string;
          other_fields: Json;
          status: "inbox" | "quarantine" | "archive";
          read_at: string | null;
          notes: string;
          idempotency_key: string | null;
          spam_score: number;
          spam_reasons: ("honeypot" | "too-quick" | "links" | "markup" | "spam-words" | "shouting" | "link-as-name" | "nothing-but-links" | "many-from-network" | "many-at-once" | "no-conversation")[];
          created_at: string;
          updated_at: string;
          state: "new" | "in_progress" | "won" | "lost" | "spam";
          assignee: string | null;
          language: string;
        },
        "id" | "reference" | "phone" | "company" | "source" | "other_fields" | "status" | "read_at" | "notes" | "idempotency_key" | "spam_score" | "spam_reasons" | "created_at" | "updated_at" | "state" | "assignee" | "language"
      >;
      entries: Table<
        {
          id: number;
          collection: string;
          key: string;
          locale: string;
          translated_version: number | null;
          slug: string;
          position: number;
          data: Json;
          hidden: boolean;
          live_from: string;
          is_scheduled: boolean;
          version: number;
        },
        "id" | "locale" | "translated_version" | "slug" | "position" | "hidden" | "live_from" | "is_scheduled" | "version",
        "id"
      >;
      entry_drafts: Table<
        {
          collection: string;
          key: string;
          data: Json;
          locale: string;
          slug: string;
          entry_version: number;
          version: number;
          updated_by: string | null;
          updated_at: string;
        },
        "locale" | "slug" | "entry_version" | "version" | "updated_by" | "updated_at"
      >;
      entry_versions: Table<
        {
          id: number;
          collection: string;
          key: string;
          version: number;
          change: "published" | "removed";
          position: number;
          data: Json;
          hidden: boolean;
          locale: string;
          slug: string;
          live_from: string;
          made_by: string | null;
          made_at: string;
        },
        "id" | "locale" | "slug" | "made_by" | "made_at",
        "id"
      >;
      hidden_first_steps: Table<
        {
          user_id: string | null;
        },
        "user_id"
      >;
      journal: Table<
        {
          id: number;
          at: string;
          actor: string | null;
          is_server: boolean;
          kind: "post" | "content" | "picture" | "role" | "message" | "release";
          action: string;
          subject: string;
          fields: string[];
        },
        "id" | "at" | "actor" | "fields",
        "id"
      >;
      mail_bodies: Table<
        {
          mail_id: string;
          subject: string;
          text_body: string;
          html_body: string | null;
          reply_to: string | null;
          reference_ids: string[];
        },
        "html_body" | "reply_to" | "reference_ids"
      >;
      mail_outbox: Table<
        {
          id: string;
          kind: string;
          recipient: string;
          message_id: string;
          confidential: boolean;
          contact_message_id: string | null;
          state: "queued" | "sending" | "sent" | "failed" | "held";
          attempts: number;
          next_attempt_at: string;
          claimed_until: string | null;
          last_error: string | null;
          created_at: string;
          queued_at: string;
          sent_at: string | null;
        },
        "id" | "confidential" | "contact_message_id" | "state" | "attempts" | "next_attempt_at" | "claimed_until" | "last_error" | "created_at" | "queued_at" | "sent_at"
      >;
      message_files: Table<
        {
          id: string;
          message_id: string;
          reply_id: string | null;
          name: string;
          type: string;
          size: number;
          bytes: string | null;
          is_kept: boolean;
          created_at: string;
        },
        "id" | "reply_id" | "type" | "bytes" | "is_kept" | "created_at",
        "is_kept"
      >;
      message_replies: Table<
        {
          id: string;
          message_id: string;
          direction: "sent" | "received";
          author: string | null;
          text: string;
          at: string;
          mail_id: string | null;
          kind: "mail" | "automatic" | "bounce";
          sender: string | null;
          internet_id: string | null;
          fingerprint: string | null;
        },
        "id" | "direction" | "author" | "at" | "mail_id" | "kind" | "sender" | "internet_id" | "fingerprint"
      >;
      missing_addresses: Table<
        {
          path: string;
          hits: number;
          first_hit: string;
          last_hit: string;
        },
        "first_hit" | "last_hit"
      >;
      old_addresses: Table<
        {
          path: string;
          kind: string;
          key: string;
          created_at: string;
          locale: string;
        },
        "created_at" | "locale"
      >;
      pending_roles: Table<
        {
          user_id: string;
          role: "user" | "admin";
          token_hash: string;
          invited_by: string;
          created_at: string;
          can_messages: boolean;
          can_people: boolean;
        },
        "created_at" | "can_messages" | "can_people"
      >;
      pictures: Table<
        {
          id: string;
          name: string;
          title: string;
          alt: string;
          words: string;
          created_by: string | null;
          created_at: string;
          deleted_at: string | null;
        },
        "id" | "title" | "alt" | "words" | "created_by" | "created_at" | "deleted_at",
        "words"
      >;
      post_drafts: Table<
        {
          id: string;
          owner: string;
          post_id: number | null;
          post_version: number | null;
          title: string;
          excerpt: string;
          content: string;
          category: string;
          tags: string;
          author_name: string;
          author_bio: string;
          image_url: string | null;
          slug: string;
          published_on: string;
          search_title: string;
          search_description: string;
          canonical_url: string;
          card_url: string;
          authors: string;
          is_shared: boolean;
          created_at: string;
          updated_at: string;
          locale: string;
          translation_of: number | null;
        },
        "id" | "owner" | "post_id" | "post_version" | "title" | "excerpt" | "content" | "category" | "tags" | "author_name" | "author_bio" | "image_url" | "slug" | "published_on" | "search_title" | "search_description" | "canonical_url" | "card_url" | "authors" | "is_shared" | "created_at" | "updated_at" | "locale" | "translation_of"
      >;
      post_versions: Table<
        {
          id: number;
          post_id: number;
          version: number;
          data: Json;
          made_by: string | null;
          made_at: string;
        },
        "id" | "made_by" | "made_at",
        "id"
      >;
      preview_links: Table<
        {
          id: string;
          token_hash: string;
          made_by: string;
          made_at: string;
          expires_at: string;
          is_frame: boolean;
          draft_id: string | null;
          post_id: number | null;
          collection: string | null;
          key: string | null;
          locale: string;
        },
        "id" | "made_at" | "is_frame" | "draft_id" | "post_id" | "collection" | "key" | "locale"
      >;
      recent_tries: Table<
        {
          id: number;
          user_id: string;
          kind: string;
          tried_at: string;
        },
        "id" | "tried_at",
        "id"
      >;
      recovered_sessions: Table<
        {
          session_id: string;
          user_id: string;
          recovered_at: string;
        },
        "recovered_at"
      >;
      recovery_codes: Table<
        {
          id: string;
          user_id: string;
          code_hash: string;
          created_at: string;
          used_at: string | null;
        },
        "id" | "created_at" | "used_at"
      >;
      redirect_versions: Table<
        {
          id: number;
          path: string;
          target: string;
          status: number;
          change: "made" | "removed";
          made_at: string;
        },
        "id" | "made_at",
        "id"
      >;
      redirects: Table<
        {
          id: number;
          path: string;
          target: string;
          status: number;
          made_by: string | null;
          made_at: string;
          hits: number;
          last_hit: string | null;
        },
        "id" | "status" | "made_by" | "made_at" | "hits" | "last_hit",
        "id"
      >;
      releases: Table<
        {
          version: string;
          first_started_at: string;
        },
        "first_started_at"
      >;
      reply_drafts: Table<
        {
          message_id: string;
          owner: string;
          text: string;
          since: string;
        },
        "since"
      >;
      reserved_slugs: Table<
        {
          slug: string;
        },
        never
      >;
      seeded_samples: Table<
        {
          name: string;
          at: string;
        },
        "at"
      >;
      site_paths: Table<
        {
          path: string;
          kind: string | null;
          key: string | null;
        },
        "kind" | "key"
      >;
      user_roles: Table<
        {
          user_id: string;
          role: "user" | "admin";
          created_at: string;
          updated_at: string;
        },
        "role" | "created_at" | "updated_at"
      >;
      visits: Table<
        {
          day: unknown;
          kind: "person" | "crawler" | "ai" | "feed";
          path: string;
          source: string;
          device: "phone" | "tablet" | "desktop" | "none";
          visits: number;
          readers: number;
        },
        "readers"
      >;
    };
    Views: None;
    Functions: {
      accept_role: Routine<{ token: string }, string | null>;
      address_rules: Routine<None, Json | null>;
      apply_contact_limits: Routine<{ message: Json }, Json | null>;
      are_author_keys: Routine<{ keys: readonly string[] }, boolean | null>;
      are_tags: Routine<{ tags: readonly string[] }, boolean | null>;
      change_first_language: Routine<{ wanted: string; samples?: Json }, undefined>;
      claim_mails: Routine<{ most: number }, { id: string; kind: string; recipient: string; message_id: string; attempts: number; subject: string; text_body: string; html_body: string | null; reply_to: string | null; reference_ids: string[] }[]>;
      count_addresses: Routine<{ missing: Json; used: Json }, undefined>;
      count_visits: Routine<{ counted: Json }, undefined>;
      create_recovery_codes: Routine<None, string[] | null>;
      database_state: Routine<None, Json | null>;
      delete_account: Routine<{ person: string }, undefined>;
      delete_my_account: Routine<None, undefined>;
      empty_bin: Routine<None, number | null>;
      end_session: Routine<{ id: string }, boolean | null>;
      entry_history: Routine<{ of_collection: string; of_key: string; of_locale?: string }, { version: number; change: "published" | "removed"; position: number; data: Json; hidden: boolean; made_at: string; email: string | null }[]>;
      erase_old_messages: Routine<{ days: number; application_days?: number | null }, number | null>;
      erase_person: Routine<{ address: string }, undefined>;
      exchanged_replies: Routine<{ of_message: string }, { text: string; at: string; direction: "sent" | "received"; kind: string; sender: string | null; files: Json }[]>;
      find_person: Routine<{ address: string }, Json | null>;
      find_post: Routine<{ address: string; wanted_locale?: string }, { id: number; title: string; slug: string; excerpt: string; content: string; category: string; tags: string[]; author_name: string; author_bio: string; image_url: string | null; status: "draft" | "published"; published_at: string; version: number; created_at: string; updated_at: string; deleted_at: string | null; search_title: string; search_description: string; canonical_url: string; card_url: string; authors: string[]; locale: string; translation_of: number | null }[]>;
      find_preview: Routine<{ token: string }, Json | null>;
      has_messages: Routine<None, boolean | null>;
      has_own_proof: Routine<None, boolean | null>;
      has_people: Routine<None, boolean | null>;
      import_content: Routine<{ entries: Json; pictures: Json; uploads: readonly string[] }, undefined>;
      is_admin: Routine<None, boolean | null>;
      is_locale: Routine<{ tag: string }, boolean | null>;
      journal_page: Routine<{ wanted_kind?: string | null; wanted_actor?: string | null; before_id?: number | null }, { id: number; at: string; kind: "post" | "content" | "picture" | "role" | "message" | "release"; action: string; subject: string; fields: string[]; is_server: boolean; email: string; title: string; slug: string }[]>;
      journal_people: Routine<None, { id: string; email: string | null }[]>;
      limit_quarantine: Routine<{ networks: Json }, Json | null>;
      list_people: Routine<{ search?: string; page?: number }, { id: string; email: string | null; role: "user" | "admin"; created_at: string; last_sign_in_at: string | null; confirmed: boolean; has_second_factor: boolean; can_messages: boolean; can_people: boolean; invited_at: string | null; offered_at: string; total: number }[]>;
      live_entries: Routine<{ translations?: boolean }, { collection: string; key: string; position: number; data: Json; hidden: boolean; live_from: string; version: number; slug: string; locale: string }[]>;
      locale_prefix: Routine<{ locale: string }, string | null>;
      mail_lateness: Routine<None, number | null>;
      make_preview: Routine<{ of_draft?: string | null; of_post?: number | null; of_collection?: string | null; of_key?: string | null; for_frame?: boolean; of_locale?: string }, { token: string; expires_at: string }[]>;
      message_thread: Routine<{ of_message: string }, Json | null>;
      move_previews: Routine<{ of_draft: string; to_post: number }, undefined>;
      my_sessions: Routine<None, { id: string; created_at: string; last_used_at: string; user_agent: string | null; ip: string | null; aal: "aal1" | "aal2" | "aal3"; is_current: boolean }[]>;
      name_people: Routine<{ ids: readonly string[] }, { id: string; email: string | null }[]>;
      newsroom_counts: Routine<{ list: string }, Json | null>;
      newsroom_overview: Routine<{ zone: string }, Json | null>;
      newsroom_posts: Routine<{ words: readonly string[]; wanted_state: string; first: number; most: number }, { id: number; title: string; slug: string; category: string; author_name: string; status: "draft" | "published"; published_at: string; version: number; deleted_at: string | null; total: number }[]>;
      note_release: Routine<{ version: string }, undefined>;
      numbers: Routine<{ zone: string; days: number }, Json | null>;
      offer_role: Routine<{ account: string; offered: string; token: string; inviter: string; mail: Json; messages?: boolean; people?: boolean }, undefined>;
      outdated_translations: Routine<{ of_posts: readonly number[] }, number[]>;
      picture_uses: Routine<{ of_picture: string }, { kind: string; address: string; title: string }[]>;
      post_activity: Routine<{ of_post: number }, { kind: string; email: string | null; at: string }[]>;
      post_categories: Routine<{ wanted_locale?: string }, string[]>;
      post_history: Routine<{ of_post: number }, { version: number; data: Json; made_at: string; email: string | null }[]>;
      post_page: Routine<{ first: number; most: number; wanted_category?: string | null; wanted_locale?: string }, { id: number; title: string; slug: string; excerpt: string; category: string; author_name: string; image_url: string | null; published_at: string; authors: string[]; total: number }[]>;
      post_tags: Routine<{ wanted_locale?: string }, string[]>;
      post_translations: Routine<{ originals: readonly number[] }, { original: number; locale: string; slug: string }[]>;
      post_writers: Routine<{ post_ids: readonly number[] }, { id: number; created_by: string | null; updated_by: string | null }[]>;
      posts_of: Routine<{ first: number; most: number; wanted_tag?: string | null; wanted_author?: string | null; wanted_locale?: string }, { id: number; title: string; slug: string; excerpt: string; category: string; author_name: string; image_url: string | null; published_at: string; authors: string[]; tags: string[]; total: number }[]>;
      preview_list: Routine<{ of_draft?: string | null; of_post?: number | null; of_collection?: string | null; of_key?: string | null; of_locale?: string }, { id: string; made_at: string; expires_at: string; email: string | null }[]>;
      receive_answer: Routine<{ mail: string; answer: Json; notice: Json }, Json | null>;
      release_deferred_mails: Routine<{ refused: readonly string[] }, number | null>;
      remove_lost_factor: Routine<{ factor: string }, boolean | null>;
      removed_entries: Routine<{ of_collection: string }, { key: string; position: number; data: Json; made_at: string; email: string | null }[]>;
      reset_second_factor: Routine<{ person: string }, undefined>;
      save_reply_draft: Routine<{ of_message: string; base: string; words: string }, string | null>;
      search_posts: Routine<{ words: readonly string[]; most: number; wanted_locale?: string }, { id: number; title: string; slug: string; excerpt: string; category: string; author_name: string; image_url: string | null; published_at: string }[]>;
      seconds_to_next_entry: Routine<None, number | null>;
      seconds_to_next_post: Routine<None, number | null>;
      seed_samples: Routine<{ samples: Json }, boolean | null>;
      send_reply: Routine<{ of_message: string; reply: string; words: string; seen: number }, boolean | null>;
      send_test_mail: Routine<None, undefined>;
      set_admin_limits: Routine<{ person: string; messages: boolean; people: boolean }, undefined>;
      settle_mail: Routine<{ mail: string; attempt: number; outcome: string; reason?: string | null; wait_seconds?: number }, undefined>;
      shown_locales: Routine<None, string[] | null>;
      store_answer_file: Routine<{ reply: string; file_name: string; file_type: string; file_size: number; file: string }, undefined>;
      submit_application: Routine<{ message: Json; mails: Json; file_name: string; file: string }, Json | null>;
      submit_contact_message: Routine<{ message: Json; mails?: Json }, Json | null>;
      tag_slugs: Routine<{ tags: readonly string[] }, string[] | null>;
      take_invitation: Routine<None, boolean | null>;
      text_of_post: Routine<{ title: string; excerpt: string; content: string; category: string; tags: readonly string[]; author_name: string }, string | null>;
      translated_originals: Routine<{ of_locale: string }, { collection: string; key: string; data: Json }[]>;
      try_address: Routine<{ start: string }, Json | null>;
      use_recovery_code: Routine<{ code: string }, string | null>;
    };
  };
};
