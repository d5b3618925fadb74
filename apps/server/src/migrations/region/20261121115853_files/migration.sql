CREATE TABLE "file_uses" (
	"file_id" text,
	"agent_id" text,
	CONSTRAINT "file_uses_pk" PRIMARY KEY("agent_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"filename" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "file_uses_file" ON "file_uses" ("file_id");--> statement-breakpoint
CREATE INDEX "files_workspace" ON "files" ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "files_expiry" ON "files" ("expires_at") WHERE "expires_at" is not null;--> statement-breakpoint
ALTER TABLE "file_uses" ADD CONSTRAINT "file_uses_file_id_files_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE;