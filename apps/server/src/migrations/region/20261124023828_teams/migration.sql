CREATE TABLE "teams" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"members" jsonb DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "team_id" text;--> statement-breakpoint
CREATE INDEX "conversations_team" ON "conversations" ("team_id") WHERE team_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "teams_name" ON "teams" ("workspace_id","org_id",lower(name));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_team_id_teams_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE SET NULL;