ALTER TABLE "campaigns" ADD COLUMN "charged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "campaigns" SET "charged" = (SELECT count(*) FROM "campaign_recipients" r WHERE r."campaign_id" = "campaigns"."id" AND r."attempts" > 0) WHERE "state" IN ('running', 'paused') AND "plan" ->> 'channel' = 'voice';
