CREATE TABLE "message_outbox" (
	"id" bigserial PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"seq" integer NOT NULL,
	"message_id" text NOT NULL,
	"author" text NOT NULL,
	"channel" text NOT NULL,
	"begins" boolean DEFAULT false NOT NULL,
	"form" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL
);
