export type SnapshotEditionTable = {
  channel: string;
  locale: string;
  lineage: string;
  edition: number;
  dictionaries: string;
  dictionaries_edition: number;
};

export type SnapshotRowTable = {
  channel: string;
  locale: string;
  product_id: number;
  hash: string;
  edition: number;
  gone: boolean;
};

export type SnapshotTables = { snapshot_edition: SnapshotEditionTable; snapshot_row: SnapshotRowTable };
