ALTER TABLE "workspaces" ADD COLUMN "default_seats" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
-- Workspaces that are there already keep the seats that were the default until now.
UPDATE "workspaces" SET "default_seats" = 5;
