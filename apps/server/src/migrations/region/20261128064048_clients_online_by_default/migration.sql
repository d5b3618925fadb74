ALTER TABLE "clients" ALTER COLUMN "is_online" SET DEFAULT true;--> statement-breakpoint
-- «Offline» was what everybody began as, and requests went to them all the same: whoever did not say so is online.
UPDATE "clients" SET "is_online" = true WHERE NOT "is_online" AND NOT EXISTS (
  SELECT 1 FROM "handoff_presence" p WHERE p."kind" = 'client' AND p."person_id" = "clients"."id" AND p."is_away"
);
