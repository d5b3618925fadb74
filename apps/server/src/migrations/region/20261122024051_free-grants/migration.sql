CREATE TABLE "free_grants" (
	"mailbox" text PRIMARY KEY,
	"month" text NOT NULL
);
