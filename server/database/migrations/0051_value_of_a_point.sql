-- What a point is worth is a rule (1 point = 0.10 euros, specification section 9); the column was told and never counted with.
alter table loyalty_rule drop column point_value;
