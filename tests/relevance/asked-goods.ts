/** Codes of goods of one kind, of which a query wants any. */
export const carrots = ['DS1001', 'DS1002', 'DS1003', 'DS1043'];
export const cucumbers = ['DS1013', 'DS1014', 'DS1015', 'DS1016', 'DS1047'];
export const tomatoes = ['DS1021', 'DS1022', 'DS1023', 'DS1024', 'DS1025', 'DS1049', 'DS1050'];
export const cabbages = ['DS1028', 'DS1029', 'DS1030', 'DS1052'];
export const onions = ['DS1010', 'DS1011', 'DS1046'];
export const beets = ['DS1004', 'DS1005', 'DS1044'];
export const pumpkins = ['DS1019', 'DS1020', 'DS1048'];
export const winterWheat = ['LS1001', 'LS1002', 'LS1003'];
export const lawns = ['ZS1001', 'ZS1002', 'ZS1003', 'ZS1004', 'ZS1005', 'ZS1006'];
export const urea = ['MT1003', 'MT1004'];
export const slugs = ['PP1024', 'PG1012'];
export const aphids = ['PG1008', 'PP1023', 'PG1010', 'PG1011', 'PP1020', 'PP1021', 'PP1022'];
