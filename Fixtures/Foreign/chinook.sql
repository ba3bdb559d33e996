-- A music shop's database: names in brackets, keys declared for the table, a table that joins two others.
CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]));
CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL, [ArtistId] INTEGER NOT NULL, CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]), FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_MediaType] PRIMARY KEY ([MediaTypeId]));
CREATE TABLE [Track] ([TrackId] INTEGER NOT NULL, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER, [MediaTypeId] INTEGER NOT NULL, [Milliseconds] INTEGER NOT NULL, [Bytes] INTEGER, [UnitPrice] NUMERIC(10,2) NOT NULL, CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]), FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]), FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId]));
CREATE TABLE [Employee] ([EmployeeId] INTEGER NOT NULL, [LastName] NVARCHAR(20) NOT NULL, [ReportsTo] INTEGER, [HireDate] DATETIME, CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]), FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId]));
CREATE TABLE [Customer] ([CustomerId] INTEGER NOT NULL, [Email] NVARCHAR(60) NOT NULL UNIQUE, [SupportRepId] INTEGER, CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]), FOREIGN KEY ([SupportRepId]) REFERENCES [Employee] ([EmployeeId]));
CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Playlist] PRIMARY KEY ([PlaylistId]));
CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL, CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]), FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]), FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]));
CREATE UNIQUE INDEX [IPK_Artist] ON [Artist] ([ArtistId]);
CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept'), (3, NULL);
INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2);
INSERT INTO MediaType VALUES (1, 'MPEG'), (2, 'AAC');
INSERT INTO Track VALUES (1, 'For Those', 1, 1, 343719, 11170334, 0.99), (2, 'Balls', 2, 2, 342562, 5510424, 0.99), (3, 'Fast', 3, 2, 230619, 3990994, 1), (4, 'Lost', NULL, 1, 1, NULL, 1.99);
INSERT INTO Employee VALUES (1, 'Adams', NULL, '2002-08-14 00:00:00'), (2, 'Edwards', 1, '2002-05-01 00:00:00');
INSERT INTO Customer VALUES (1, 'a@x.org', 2), (2, 'b@x.org', NULL);
INSERT INTO Playlist VALUES (1, 'Music'), (2, 'Empty');
INSERT INTO PlaylistTrack VALUES (1, 3), (1, 1), (1, 2);
