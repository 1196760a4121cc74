CREATE TABLE "contract_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"payment_id" uuid,
	"action" text NOT NULL,
	"by_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"state" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by_id" uuid,
	"undone_reason" text,
	CONSTRAINT "contract_actions_action" CHECK ("contract_actions"."action" in ('note-paper', 'freeze', 'unfreeze', 'start-termination', 'withdraw-termination', 'settle-termination', 'end', 'remind', 'move', 'split', 'mark-paid', 'mark-error', 'clear-error', 'cancel')),
	CONSTRAINT "contract_actions_undone" CHECK (("contract_actions"."undone_at" is null) = ("contract_actions"."undone_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "contract_actions" ADD CONSTRAINT "contract_actions_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_actions" ADD CONSTRAINT "contract_actions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_actions" ADD CONSTRAINT "contract_actions_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_actions" ADD CONSTRAINT "contract_actions_undone_by_id_users_id_fk" FOREIGN KEY ("undone_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_actions_contract" ON "contract_actions" USING btree ("contract_id","at");--> statement-breakpoint
CREATE INDEX "contract_actions_payment" ON "contract_actions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "contract_actions_by" ON "contract_actions" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "contract_actions_undone_by" ON "contract_actions" USING btree ("undone_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contract_actions_frozen" ON "contract_actions" USING btree ("contract_id") WHERE "contract_actions"."action" = 'freeze' and "contract_actions"."undone_at" is null;