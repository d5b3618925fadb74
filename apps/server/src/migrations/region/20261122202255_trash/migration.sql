CREATE TABLE "trashed_items" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"file_keys" text[] NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trashed_items_item" UNIQUE("workspace_id","agent_id","kind","item_id")
);
--> statement-breakpoint
CREATE TABLE "trashed_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trashed_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trash_id" text NOT NULL,
	"table_name" text NOT NULL,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "trashed_items_deleted" ON "trashed_items" ("deleted_at");--> statement-breakpoint
CREATE INDEX "trashed_items_agent" ON "trashed_items" ("agent_id");--> statement-breakpoint
CREATE INDEX "trashed_rows_item" ON "trashed_rows" ("trash_id","table_name");--> statement-breakpoint
ALTER TABLE "trashed_rows" ADD CONSTRAINT "trashed_rows_trash_id_trashed_items_id_fkey" FOREIGN KEY ("trash_id") REFERENCES "trashed_items"("id") ON DELETE CASCADE;