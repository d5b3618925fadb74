ALTER TABLE "conversations" ADD COLUMN "engine" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "plain" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "submission" jsonb;--> statement-breakpoint
ALTER TABLE "turn_chunks" ADD COLUMN "item" jsonb;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "engine" jsonb;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "trace" jsonb;