ALTER TABLE "campaigns" ALTER COLUMN "cost" SET DATA TYPE bigint USING "cost"::bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ALTER COLUMN "held" SET DATA TYPE bigint USING "held"::bigint;