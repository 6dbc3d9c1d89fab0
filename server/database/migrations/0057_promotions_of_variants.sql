-- Promotions for single variants that were made before the rule `knows_variants` was written with them: a version that reads no
-- variants skips what has it, and would take the others off all goods. What the rule stands on already stays as it is.
update cart_promotion set rules = rules || '[{"type": "knows_variants"}]'
where (jsonb_path_exists(rules, '$[*].variants') or jsonb_path_exists(actions, '$[*].variants'))
  and not rules @> '[{"type": "knows_variants"}]';
