CREATE TABLE "password_guesses" (
	"id" text PRIMARY KEY,
	"failures" integer NOT NULL,
	"blocked_until" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"warned_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "password_guesses_last_at_index" ON "password_guesses" ("last_at");